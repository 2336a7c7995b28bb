import { MESSAGES } from '@natim/contract/messages'
import { downloadFile } from '../../lib/api/actions.ts'
import { useNotify } from '../../lib/notify.ts'
import type { UploadedFile } from './uploaded-file.ts'

const STATIC_PATH = '/sys/common/static/'
/** What the server lets a browser show (security §5); everything else is saved. */
const isShownInBrowser = (path: string) => /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(path)

/** Opens a stored file in a tab of its own, or saves it under its own name (WG-79); says when there is none. */
export function useOpenFile(): (file: UploadedFile | undefined) => void {
  const notify = useNotify()
  return (file) => {
    if (file === undefined || file.path === '') {
      notify.line(MESSAGES['download.unknown'])
      return
    }
    const { path, url, name } = file
    if (isShownInBrowser(path) || /^https?:/.test(path)) window.open(url, '_blank', 'noopener')
    // A failure was shown by the client.
    else downloadFile(`${STATIC_PATH}${path.replace(/^\/+/, '')}`, { name }).catch(() => undefined)
  }
}
