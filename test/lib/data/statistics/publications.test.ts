import { expect, it } from 'vitest';
import { changeItem } from '../../../../lib/data/items.ts';
import { getPublication, putPublication } from '../../../../lib/data/statistics/publications.ts';
import { publicationKey } from '../../../../lib/data/statistics/statistics-keys.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import { nextPublication, type Publication } from '../../../../lib/domain/statistics/publication.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

const counted = [{ day: '2027-02-28', counts: { calls_agent: 7, checks: 288 } }];
const parts = { build: 'test', people: 3, catalogue: { operations: 1, tools: 2, measures: 3 } };
const publication: Publication = nextPublication(null, counted, parts, START_AT);

it('is read as it was published, and replaced by who saw it alone', async () => {
  const { table } = service.core;
  expect(await getPublication(table)).toBeNull();

  await putPublication(table, publication, null);
  expect(await getPublication(table)).toEqual(publication);
  await expect(putPublication(table, publication, null)).rejects.toThrow(WriteConflict);
  await expect(putPublication(table, publication, START_AT - 1)).rejects.toThrow(WriteConflict);

  await putPublication(table, { ...publication, publishedAt: START_AT + 1 }, START_AT);
  expect(await getPublication(table)).toMatchObject({ publishedAt: START_AT + 1 });
});

it('did not measure a counter that is newer, and says nothing of one that is gone', async () => {
  const { table } = service.core;
  await changeItem(table, publicationKey, {
    UpdateExpression: 'SET #names[0] = :gone',
    ExpressionAttributeNames: { '#names': 'names' },
    ExpressionAttributeValues: { ':gone': 'gone' },
  });

  const figures = (await getPublication(table))?.days[0]?.figures;
  expect(figures).toMatchObject({ visits_person: null, calls_agent: 7, checks: 288 });
  expect(figures).not.toHaveProperty('gone');
});
