// Says in a sentence which variable of a proxy is not an address: npm and Node would print an exception. Must work on Node 20.

const PROXIES = ['https_proxy', 'http_proxy', 'all_proxy', 'npm_config_proxy', 'npm_config_https_proxy'];
const SCHEMES = /^(https?|socks[45]?[ah]?):$/;

/** What is wrong with the first proxy that is not an address; undefined if all are, or none is set. */
export function wrongProxy(environment) {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !PROXIES.includes(name.toLowerCase()) || isAddress(value.trim())) continue;
    return `${name} must be the address of a proxy, such as http://proxy.example:3128; correct or unset it`;
  }
  return undefined;
}

function isAddress(value) {
  if (value === '' || value === 'null' || value === 'false') return true;
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return SCHEMES.test(protocol) && hostname !== '';
}
