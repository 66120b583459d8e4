import { expect, it } from 'vitest';
import { oneUpdateEach } from '../../../lib/data/one-update.ts';

const key = { pk: 'SPACE#a', sk: 'SPACE' };
const update = (fields: object) => ({
  Update: { TableName: 't', Key: key, UpdateExpression: '', ...fields },
});

it('updates of one item are one, with each clause once and all conditions', () => {
  const [made, ...rest] = oneUpdateEach([
    update({
      UpdateExpression: 'SET goneAt = :gone ADD channels :change',
      ConditionExpression: 'ownerId = :owner OR #x = :x',
      ExpressionAttributeNames: { '#x': 'x' },
      ExpressionAttributeValues: { ':gone': 1, ':change': 1, ':owner': 'o', ':x': 1 },
    }),
    { Put: { TableName: 't', Item: key } },
    update({
      UpdateExpression: 'SET asks = :next',
      ConditionExpression: 'asks = :seen',
      ExpressionAttributeValues: { ':next': 2, ':seen': 1 },
    }),
  ]);
  expect(rest).toEqual([{ Put: { TableName: 't', Item: key } }]);
  expect(made).toEqual(
    update({
      UpdateExpression: 'SET goneAt = :gone, asks = :next ADD channels :change',
      ConditionExpression: '(ownerId = :owner OR #x = :x) AND (asks = :seen)',
      ExpressionAttributeNames: { '#x': 'x' },
      ExpressionAttributeValues: { ':gone': 1, ':change': 1, ':owner': 'o', ':x': 1, ':next': 2, ':seen': 1 },
    }),
  );
});

it('leaves alone what is no update of the same item, in its order', () => {
  const items = [
    update({ Key: { ...key, pk: 'b' } }),
    { Delete: { TableName: 't', Key: key } },
    { Delete: { TableName: 't', Key: key } },
    update({}),
  ];
  expect(oneUpdateEach(items)).toEqual(items);
});

it('refuses a placeholder that stands for two things', () => {
  const seen = (value: number) => update({ ExpressionAttributeValues: { ':seen': value } });
  expect(() => oneUpdateEach([seen(1), seen(2)])).toThrow(':seen stands for two things');
  expect(oneUpdateEach([seen(1), seen(1)])).toHaveLength(1);
});
