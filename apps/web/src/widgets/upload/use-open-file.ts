import { MESSAGES } from '@natim/contract/messages'
import { downloadFile } from '../../lib/api/actions.ts'
import { useNotify } from '../../lib/notify.ts'
import type { UploadedFile } from './uploaded-file.ts'

const STATIC_PATH = '/sys/common/static/'
/** File types the server lets a browser display (security §5); others are saved. */
const isShownInBrowser = (path: string) => /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(path)

/** Opens a stored file in a new tab, or saves it under its name (WG-79); reports a missing file. */
export function useOpenFile(): (file: UploadedFile | undefined) => void {
  const notify = useNotify()
  return (file) => {
    if (file === undefined || file.path === '') {
      notify.line(MESSAGES['download.unknown'])
      return
    }
    const { path, url, name } = file
    if (isShownInBrowser(path) || /^https?:/.test(path)) window.open(url, '_blank', 'noopener')
    // Already reported by the client.
    else downloadFile(`${STATIC_PATH}${path.replace(/^\/+/, '')}`, { name }).catch(() => undefined)
  }
}
