import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'modules/message/SysMessageList': lazyPage(() => import('./message-list-page.tsx')),
  'modules/message/SysMessageTemplateList': lazyPage(() => import('./template-list-page.tsx')),
}
