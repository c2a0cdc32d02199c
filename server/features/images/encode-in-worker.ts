import { answerTasks } from '../../task-thread.ts';
import { encodeImage } from './encode-image.ts';

answerTasks(encodeImage);
