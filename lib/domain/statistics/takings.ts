import { NETWORKS, type Network } from '../billing/x402/network.ts';

/** How a network is spelled in the names of counters. */
const SPELLED = { base: 'base', 'base-sepolia': 'base_sepolia' } as const satisfies Record<Network, string>;

/** The counters of money that came in: payments and what they came to, in millionths of a USD, on each network. */
export type MoneyCounted = `${'payments' | 'micros'}_${(typeof SPELLED)[Network]}`;

type Takings = Readonly<Partial<Record<MoneyCounted, number>>>;

export const MONEY_COUNTED = (Object.keys(NETWORKS) as Network[]).flatMap(
  (network) => [`payments_${SPELLED[network]}`, `micros_${SPELLED[network]}`] as const,
);

/** The counters of a network. */
export const takingNames = (network: Network) =>
  ({ payments: `payments_${SPELLED[network]}`, micros: `micros_${SPELLED[network]}` }) as const;

/** What one payment counts. */
export const takingCounts = (network: Network, micros: number): Takings => ({
  [`payments_${SPELLED[network]}`]: 1,
  [`micros_${SPELLED[network]}`]: micros,
});

/** What came in on a network, of what was counted. */
export const takingsIn = (counts: Takings, network: Network): { count: number; micros: number } => ({
  count: counts[`payments_${SPELLED[network]}`] ?? 0,
  micros: counts[`micros_${SPELLED[network]}`] ?? 0,
});
