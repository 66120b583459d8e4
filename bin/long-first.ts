import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where files stand that take long however short they are: lives, requests to every operation, browsers, processes. */
const LONG = /\/test\/(?:attacks|faults|fuzz|pages|journeys|bin)\/|\.long\.test\.ts$/;

/** Begins with the long files, so that none is left over while the other workers have nothing more to do. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
