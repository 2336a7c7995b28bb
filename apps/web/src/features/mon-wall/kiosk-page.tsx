import { useAddress } from '@/lib/address.tsx'
import { kioskMode } from '@/lib/kiosk-mode.ts'
import { KIOSK_PATH } from '@/lib/paths.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import styles from './wall-loader.module.css'
import { WallLoader } from './wall-loader.tsx'

/** /wall/:id#token: a wall without sign-in. It never idles out and is read-only. */
export default function KioskPage() {
  const { pathname, search } = useAddress()
  const id = decodeURIComponent(pathname.slice(KIOSK_PATH.length))
  if (kioskMode() === undefined) {
    return (
      <main className={styles.page} data-theme="dark">
        <ErrorState message="地址不完整，缺少访问令牌" />
      </main>
    )
  }
  return <WallLoader id={id} view={new URLSearchParams(search).get('view')} mayEdit={false} isKiosk />
}
