import type { PageDataByName, PageFrame, PageName } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

export interface PageProps<Name extends PageName> {
  data: PageDataByName[Name];
  frame: PageFrame;
  speech: Translator;
}
