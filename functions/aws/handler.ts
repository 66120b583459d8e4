import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { awsHandler } from './aws.ts';

export const handler = awsHandler(liveCore());
