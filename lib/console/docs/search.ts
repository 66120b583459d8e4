/** A section of the documentation as it is searched. */
export interface FindableSection {
  /** What its page is called. */
  page: string;
  path: string;
  heading: string;
  /** Each of its words once, in small letters, parted by blanks. */
  words: string;
}

const FOUND_MAX = 12;

/** The sections that have all words of a query, or words that begin so: those that name them in their heading first. */
export function sectionsFor(query: string, sections: readonly FindableSection[]): FindableSection[] {
  const asked = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (asked.length === 0) return [];
  return sections
    .map((section) => ({ section, weight: weightOf(section, asked) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, FOUND_MAX)
    .map(({ section }) => section);
}

/** Nothing where one of the words is missing. */
function weightOf({ heading, page, words }: FindableSection, asked: readonly string[]): number {
  const places = [
    [spaced(heading), 5],
    [spaced(page), 3],
    [` ${words} `, 1],
  ] as const;
  let sum = 0;
  for (const word of asked) {
    const weights = places.map(([text, weight]) =>
      text.includes(` ${word} `) ? weight * 2 : text.includes(` ${word}`) ? weight : 0,
    );
    const best = Math.max(...weights);
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function spaced(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join(' ') ?? ''
  } `;
}
