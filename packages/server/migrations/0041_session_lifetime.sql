-- However often a session is renewed by its use, it lasts 30 days in all.
create function bound_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end
$$;

create trigger auth_sessions_bounded before insert or update on auth_sessions
  for each row execute function bound_session();

update auth_sessions set expires_at = expires_at;
