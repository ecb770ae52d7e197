-- The price list of the catalogue by which an account pays, and by which a job was priced; null for the prices of the models.
alter table funding_terms add column price_list text;
create index funding_terms_price_list on funding_terms (price_list) where price_list is not null;
alter table jobs add column price_list text;
