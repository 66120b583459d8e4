import { expect, it } from 'vitest';
import { monitorsIn, passesOf, type Incident } from '../../../../lib/console/incidents/passes.ts';

const incident = (id: string, openedAtSec: number, state: 'open' | 'closed' = 'closed'): Incident => {
  const opened = new Date(1_800_000_000_000 + openedAtSec * 1000).toISOString();
  return {
    endpoint_id: id,
    name: id,
    tags: [],
    number: 1,
    reason: 'fail',
    state,
    down_since: opened,
    opened_at: opened,
    closed_at: null,
    downtime_sec: 60,
    alerts: 1,
    maintenance: null,
  };
};
const namesOf = (incidents: Incident[]) =>
  passesOf(incidents).map((pass) => pass.incidents.map(({ name }) => name).join(''));

it('what opened within the period of a check is of one, and what the next found is not', () => {
  expect(namesOf([incident('a', 0), incident('b', 299), incident('c', 300), incident('d', 599)])).toEqual([
    'dc',
    'ba',
  ]);
});

it('those with something open come first, then the newest', () => {
  const closed = [incident('a', 0), incident('b', 3_000), incident('c', 6_000)];
  expect(namesOf([...closed, incident('d', 1_000, 'open')])).toEqual(['d', 'c', 'b', 'a']);
});

it('a monitor that failed twice is one', () => {
  expect(monitorsIn([incident('a', 0), { ...incident('a', 9), number: 2 }])).toBe(1);
});
