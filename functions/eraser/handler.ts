import { liveEraser } from '../../lib/runtime/lambda/live-eraser.ts';
import { eraserHandler } from './eraser.ts';

export const handler = eraserHandler(liveEraser());
