import { needsOf, type FunctionArea } from '../../areas/areas.ts';
import { itemRightsOf } from '../../areas/item-rights.ts';
import type { Table } from '../../data/table.ts';

/** One thing that a call asks of the table, as IAM judges it. */
export interface ItemCall {
  action: string;
  /** Null for the table itself. */
  index: string | null;
  /** The partition keys it names. */
  leadingKeys: string[];
}

/** A refusal, named as IAM names it. Of a key it tells the kind alone. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDeniedException';

  constructor(area: FunctionArea, { action, index, leadingKeys }: ItemCall) {
    const kinds = leadingKeys.map((key) => key.replace(/#.*/s, '#'));
    super(
      `The declaration of ${area} does not allow ${action} on ${index ?? [...new Set(kinds)].join(', ')}.`,
    );
  }
}

/**
 * The table as a function sees it: calls that its role would refuse in AWS are refused here, so that a missing right
 * shows on this machine.
 */
export function limitToRights(table: Table, area: FunctionArea): Table {
  const needs = needsOf(area);
  const rights = itemRightsOf(needs);
  const allowed = ({ action, index, leadingKeys }: ItemCall) =>
    index === null
      ? rights.some(
          (right) =>
            right.actions.some((one) => one === action) &&
            leadingKeys.every((key) => right.leadingKeys.some((pattern) => fits(key, pattern))),
        )
      : action === 'Query' && needs.dueIndex === true;
  const send = (command: { constructor: { name: string }; input: unknown }, ...rest: never[]) => {
    for (const call of itemCallsOf(command.constructor.name, command.input)) {
      if (!allowed(call)) return Promise.reject(new AccessDenied(area, call));
    }
    return table.client.send(command as never, ...rest);
  };
  // Everything else of the client stays as it is; the one connection serves all functions.
  const client = Object.assign(Object.create(table.client) as Table['client'], { send });
  return Object.assign(Object.create(table) as Table, { client });
}

function fits(key: string, pattern: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

// Inputs of all commands, read by what each is known to hold.
type Input = any; // oxlint-disable-line typescript/no-explicit-any

/** What a command of the document client asks for; a transaction and a batch ask for the actions of their parts. */
export function itemCallsOf(commandName: string, input: Input): ItemCall[] {
  const one = (action: string, leadingKeys: string[], index: string | null = null): ItemCall[] => [
    { action, index, leadingKeys },
  ];
  switch (commandName) {
    case 'TransactWriteCommand':
      return input.TransactItems.flatMap((item: Input) =>
        Object.entries<Input>(item).flatMap(([part, { Key, Item }]) =>
          one(`${part}Item`, [(Key ?? Item).pk]),
        ),
      );
    case 'BatchGetCommand':
      return Object.values<Input>(input.RequestItems).flatMap(({ Keys }) =>
        one(
          'BatchGetItem',
          Keys.map((key: Input) => key.pk),
        ),
      );
    case 'QueryCommand': {
      const value = /\b(?:pk|duePk) = (:\w+)/.exec(input.KeyConditionExpression)?.[1] ?? '';
      return one('Query', [input.ExpressionAttributeValues[value]], input.IndexName ?? null);
    }
    case 'GetCommand':
    case 'PutCommand':
    case 'UpdateCommand':
    case 'DeleteCommand':
      return one(commandName.replace('Command', 'Item'), [(input.Key ?? input.Item).pk]);
    default:
      return one(commandName.replace('Command', ''), []);
  }
}
