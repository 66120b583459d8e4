/** A statement of an identity policy, its resources written as readable names. */
export interface Statement {
  effect: string;
  actions: string[];
  resources: string[];
  condition: Record<string, Record<string, string | string[]>>;
}

/** What IAM is asked: one action on one resource, with the partition keys the call names. */
export interface Asked {
  action: string;
  resource: string;
  leadingKeys: readonly string[];
}

/** IAM's answer: what no statement allows is refused, and a `Deny` goes before every `Allow`. */
export function isAllowed(statements: readonly Statement[], asked: Asked): boolean {
  const applying = statements.filter((statement) => applies(statement, asked));
  return (
    applying.some(({ effect }) => effect === 'Allow') && applying.every(({ effect }) => effect === 'Allow')
  );
}

function applies({ actions, resources, condition }: Statement, asked: Asked): boolean {
  return (
    actions.some((pattern) => isLike(asked.action, pattern)) &&
    resources.some((pattern) => isLike(asked.resource, pattern)) &&
    Object.entries(condition).every(([operator, keys]) => holds(operator, keys, asked))
  );
}

/** The one condition that rights on items have. Throws at any other, which would be taken for granted otherwise. */
function holds(operator: string, keys: Record<string, string | string[]>, { leadingKeys }: Asked): boolean {
  const { 'dynamodb:LeadingKeys': patterns, ...others } = keys;
  if (operator !== 'ForAllValues:StringLike' || !patterns || Object.keys(others).length > 0)
    throw new Error(`The test cannot judge ${operator} ${JSON.stringify(keys)}.`);
  // True without any value, as in IAM.
  return leadingKeys.every((key) => [patterns].flat().some((pattern) => isLike(key, pattern)));
}

/** `*` stands for any text, `?` for one character. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
}
