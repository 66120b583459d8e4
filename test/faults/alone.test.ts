import { expect, it } from 'vitest';
import { runLives, seedsFor } from './run-lives.ts';

const MINUTES = 60_000;

it('nothing is lost and nobody falsely woken under each kind of fault alone', { timeout: 120 * MINUTES }, async () => {
  const seeds = seedsFor(240);

  const { lives } = await runLives(['calm', 'table', 'queue', 'mail', 'receiver', 'kills'], seeds);

  expect(lives).toBe(seeds.length);
});
