import { openPeople } from '../../lib/adapters/accounts/issuer-people.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { eraserHandler } from './eraser.ts';

const core = liveCore();
export const handler = eraserHandler({ ...core, people: openPeople(core.config) });
