import { PARTNERS } from '../../../lib/domain/site/partners-config.ts';
import type { Sponsor } from '../../../lib/domain/site/partners.ts';

/** Somebody who is shown on the page of prices until the end of March 2027. */
export const sponsor: Sponsor = {
  id: 'acme',
  name: 'Acme <b>&</b> Sons',
  url: 'https://acme.example/?a=1&b=2',
  text: 'Anvils</a><script>alert(1)</script>, delivered & dropped',
  placements: ['pricing'],
  until: '2027-03-31',
};

/** Has them in the configuration, as if an operator had named them there, until it is disposed of. */
export function nameSponsors(...named: Sponsor[]): Disposable {
  const sponsors = PARTNERS.sponsors as unknown as Sponsor[];
  sponsors.push(...named);
  return { [Symbol.dispose]: () => void sponsors.splice(0) };
}
