type Links = readonly (readonly [path: string, label: string])[];

/** Where the pages for the signed-out lead to from their head: the built ones and those of the console. */
export const SITE_LINKS: Links = [
  ['/app', 'Console'],
  ['/docs', 'Docs'],
  ['/api/pricing', 'Pricing'],
  ['/account', 'Sign in'],
];

const PUBLIC_LINKS: Links = [
  ['/numbers', 'Numbers'],
  ['/partners', 'Partners'],
  ['/contact', 'Contact'],
];
const ELSEWHERE: Links = [
  ['/docs', 'Documentation'],
  ['/api/', 'API'],
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'For agents'],
];

/** The same from their foot. */
export const footLinks = (arePublicPagesShown: boolean): Links =>
  arePublicPagesShown ? [...PUBLIC_LINKS, ...ELSEWHERE] : ELSEWHERE;
