/** An amount in USD for people: with two decimals, or as many as it takes. */
export function usdText(usd: number): string {
  return usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
}
