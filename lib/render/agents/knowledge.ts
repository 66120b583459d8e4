import { PRODUCT } from '../../domain/product.ts';
import { aboutText } from './about.ts';
import { apiGuide } from './api-guide.ts';
import type { DeploymentFacts } from './facts.ts';
import { faqText } from './faq.ts';

const { name } = PRODUCT;

/** The concepts of the bundle; their files keep the names of SPEC.md. */
const CONCEPTS = {
  about: {
    file: 'sobre.md',
    type: 'Service',
    title: `About ${name}`,
    description: 'What the service does, what it promises, what it does not, and what it keeps.',
    text: aboutText,
  },
  api: {
    file: 'api.md',
    type: 'API Reference',
    title: `The ${name} API`,
    description: 'Where it is, how it is called, and every operation.',
    text: apiGuide,
  },
  questions: {
    file: 'faq.md',
    type: 'FAQ',
    title: `${name}: questions and answers`,
    description: 'Short answers about jobs, alerts, owners and money.',
    text: faqText,
  },
} as const;

/** A concept file of Open Knowledge Format 0.1. */
export function knowledge(of: keyof typeof CONCEPTS, facts: DeploymentFacts): string {
  const { type, title, description, text } = CONCEPTS[of];
  const matter = { type, title, description, resource: facts.base, tags: PRODUCT.tags };
  return withFrontMatter(
    { ...matter, timestamp: `${PRODUCT.described.last}T00:00:00Z` },
    `# ${title}\n\n${text(facts)}\n`,
  );
}

/** The index of the bundle. Its links are relative: a slash would lead to the root of the site. */
export function knowledgeIndex(): string {
  const entries = Object.values(CONCEPTS).map(
    ({ file, title, description }) => `* [${title}](${file}) - ${description}`,
  );
  return `---\nokf_version: "0.1"\n---\n\n# ${name}\n\n${entries.join('\n')}\n`;
}

/** What Open Knowledge Format 0.1 wants before a concept; values are YAML as JSON writes it. */
interface FrontMatter {
  type: string;
  title: string;
  description: string;
  resource: string;
  tags: readonly string[];
  timestamp: string;
}

function withFrontMatter(matter: FrontMatter, body: string): string {
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', body].join('\n');
}
