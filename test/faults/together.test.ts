import { expect, it } from 'vitest';
import { runLives, seedsFor } from './run-lives.ts';

const MINUTES = 60_000;

it('nothing is lost and nobody falsely woken under all faults together', { timeout: 120 * MINUTES }, async () => {
  const seeds = seedsFor(240);

  const { lives } = await runLives(['everything'], seeds);

  expect(lives).toBe(seeds.length);
});
