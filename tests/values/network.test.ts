import { expect, test } from 'vitest';
import { networkOf } from '#lib/values/network.ts';

test('an IPv4 address is its own network, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::FFFF:203.0.113.8')).toBe('203.0.113.8');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
});

test('all IPv6 addresses of one connection are one network, those of the next another', () => {
  const home = networkOf('2001:db8:0:1::1');
  expect(networkOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe(home);
  expect(networkOf('2001:db8:0:1:0:0:0:99%eth0')).toBe(home);
  expect(networkOf('2001:db8:0:2::1')).not.toBe(home);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test('what is no address is one network of its own', () => {
  for (const address of [null, '', 'localhost', '999.1.1.1']) expect(networkOf(address)).toBe('unknown');
});
