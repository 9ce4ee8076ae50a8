/** Networks as people write them: '203.0.113.7', '203.0.113.0/24', '2001:db8::/32'. Browser-safe. */

const V4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

export interface Network {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** Bits that must agree. */
  prefix: number;
}

/** A network in its parts; null for what is none. One address is a network of itself. */
export function networkOf(text: string): Network | null {
  const [, address = '', bits] = /^([^/\s]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const family = V4.test(address) ? 'ipv4' : isV6(address) ? 'ipv6' : null;
  if (!family) return null;
  const most = family === 'ipv4' ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  return prefix <= most ? { address, family, prefix } : null;
}

export const isNetwork = (text: string): boolean => networkOf(text) !== null;

/** By the one parser that every browser and Node have; a zone ('%eth0') and a port are no part of an address. */
function isV6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}
