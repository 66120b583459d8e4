import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** An app of docs/cdk.md. */
export interface PageApp {
  /** As the page has it. */
  snippet: string;
  /** As a whole app. */
  text: string;
}

/** The apps of docs/cdk.md, in the order of the page. A snippet that is none stands in the one that the page speaks of there. */
export function appsOfThePage(): PageApp[] {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cdk.md'), 'utf8');
  return [...page.matchAll(/^( *)```ts\n([^]*?)^ *```$/gm)].map(([, indent = '', text = '']) => {
    const snippet = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { snippet, text: snippet.includes('import ') ? snippet : around(snippet) };
  });
}

const around = (snippet: string) => `import { App, Duration, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DefinitionBody, Pass, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Monitor, Rollcall, Schedule } from 'rollcall-cdk';
const app = new App();
const stack = new Stack(app, 'Jobs');
const rollcall = Rollcall.fromStack(stack, 'Rollcall');
const job = new StateMachine(stack, 'Job', { definitionBody: DefinitionBody.fromChainable(new Pass(stack, 'Pass')) });
${snippet}
void [Duration, Secret, Monitor, Schedule, rollcall, job];
app.synth();
`;
