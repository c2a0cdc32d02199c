import { showOffice } from './program.tsx';
import { startPage } from './start.ts';

void startPage(showOffice);
