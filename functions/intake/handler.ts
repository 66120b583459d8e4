import { liveIntake } from '../../lib/runtime/lambda/live-intake.ts';
import { intakeHandler } from './intake.ts';

export const handler = intakeHandler(liveIntake());
