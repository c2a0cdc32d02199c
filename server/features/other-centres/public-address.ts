import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet (RFC 6890 and its registries). */
const NOT_PUBLIC: readonly (readonly [network: string, bits: number, type: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
];

/** The only part of IPv6 that is public: global unicast. Parts of it that lead to IPv4 addresses or nowhere follow. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
const NOT_GLOBAL: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refusedIpv4 = new BlockList();
for (const [network, bits, type] of NOT_PUBLIC) refusedIpv4.addSubnet(network, bits, type);
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_UNICAST, 'ipv6');
const refusedIpv6 = new BlockList();
for (const [network, bits] of NOT_GLOBAL) refusedIpv6.addSubnet(network, bits, 'ipv6');

/** Returns true for an address of the public internet. IPv4 addresses written as IPv6 are refused as a whole. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refusedIpv4.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}
