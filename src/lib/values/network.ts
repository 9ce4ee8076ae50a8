/** Networks in text form: '203.0.113.7', '203.0.113.0/24', '2001:db8::/32'. Browser-safe. */

const V4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** Whether a text is a network: a single address, or one with a prefix length. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/\s]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const most = V4.test(address) ? 32 : isV6(address) ? 128 : -1;
  return Number(bits) <= most;
}

/**
 * The network an address stands for when attempts are counted: an IPv4 address itself, also one mapped into IPv6; of IPv6
 * its /64, because one connection has all addresses of that (RFC 6177). 'unknown' without an address.
 */
export function networkOf(address: string | null): string {
  const plain = (address ?? '').split('%')[0]!;
  if (V4.test(plain)) return plain;
  if (!isV6(plain)) return 'unknown';
  // As the URL standard writes it: short, without leading zeros, IPv4 endings as groups.
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Uses the URL parser that every browser and Node have; a zone ('%eth0') or a port is not part of an address. */
function isV6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);
}
