import { useIsPhone } from '../../lib/use-media.ts'
import styles from './modal-frame.module.css'

/** Width and frame of a modal: as wide as asked, on a phone the whole screen (design §4). Spread into antd's Modal. */
export function useModalFrame(widthPx: number): { width: number | string; wrapClassName: string | undefined } {
  const isPhone = useIsPhone()
  return isPhone ? { width: '100%', wrapClassName: styles.fullScreen } : { width: widthPx, wrapClassName: undefined }
}
