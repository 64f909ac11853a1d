import { deadAddressOf } from '../../../shared/network-pool.ts';

/** The devices of a guest, from the kernel's own table; `none` where it has only its loopback: no way out of itself. */
export function devicesOf(text: string): string | undefined {
  const names = text.split('\n').slice(2).map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim()).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.filter((name) => name !== 'lo' && !unusedTunnels.has(name)).join(', ') || 'none';
}

/** Devices that some kernels put into every network namespace, down and without an address. */
const unusedTunnels: ReadonlySet<string> = new Set(['tunl0', 'gre0', 'gretap0', 'erspan0', 'ip_vti0', 'ip6_vti0', 'sit0', 'ip6tnl0', 'ip6gre0']);

interface Route {
  readonly to: string;
  readonly gateway: string;
  readonly mask: string;
}

const nobody = '0.0.0.0';

export interface Routes {
  /** By what a guest reaches more than its own networks; empty where by nothing, since an address that nobody has leads nowhere. */
  readonly ways: string;
  /** The networks of its own devices. */
  readonly own: readonly string[];
}

export function routesOf(text: string): Routes | undefined {
  const [head, ...rows] = text.split('\n').map((line) => line.trim().split(/\s+/));
  if (head?.[0] !== 'Iface') return undefined;
  const routes = rows.filter((row) => row.length >= 8).map((row): Route => ({ to: addressOf(row[1]), gateway: addressOf(row[2]), mask: addressOf(row[7]) }));
  const dead = new Set(routes.filter(isOwn).map(({ to, mask }) => deadAddressOf(`${to}/${lengthOf(mask)}`)));
  const leading = routes.filter((route) => !isOwn(route) && !dead.has(route.gateway));
  return {
    ways: [...new Set(leading.map(({ gateway }) => (gateway === nobody ? 'its device' : gateway)))].join(', '),
    own: [...new Set(routes.filter(isOwn).map(({ to, mask }) => `${to}/${lengthOf(mask)}`))],
  };
}

/** To the addresses of one of its own devices. */
const isOwn = ({ gateway, mask }: Route): boolean => gateway === nobody && mask !== nobody;

/** The kernel writes an address as a number in the machine's own order: the last part first. */
const addressOf = (hex = ''): string => (hex.match(/../g) ?? []).toReversed().map((part) => Number.parseInt(part, 16)).join('.');

const lengthOf = (mask: string): number => mask.split('.').map((part) => Number(part).toString(2).replaceAll('0', '').length).reduce((sum, bits) => sum + bits, 0);
