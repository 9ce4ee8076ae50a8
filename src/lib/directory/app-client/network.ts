/** Networks in text form: '203.0.113.7', '203.0.113.0/24', '2001:db8::/32'. Browser-safe. */

const V4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Whether a text is a network: a single address, or one with a prefix length. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/\s]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const most = V4.test(address) ? 32 : isV6(address) ? 128 : -1;
  return Number(bits) <= most;
}

/** Uses the URL parser that every browser and Node have; a zone ('%eth0') or a port is not part of an address. */
function isV6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}
