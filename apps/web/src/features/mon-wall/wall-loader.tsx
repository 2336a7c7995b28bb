import { wallEndpoints } from '@natim/contract/mon/wall'
import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { serverNow } from '@/lib/clock.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLinkState, useLiveTopic } from '@/lib/socket/live.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Wall } from './wall.tsx'
import { isWallCorner, WallProvider, type WallScreenFacts } from './wall-context.tsx'
import styles from './wall-loader.module.css'
import { createWallStore, type WallStore } from './wall-store.ts'

export interface WallLoaderProps {
  readonly id: string
  /** Name of the only corner to show. */
  readonly view: string | null
  readonly mayEdit: boolean
  readonly isKiosk: boolean
}

const TOKEN_ENDED = '访问令牌已失效，请联系管理员重新生成'

/** Loads a screen, or shows that it does not exist. */
export function WallLoader({ id, view, mayEdit, isKiosk }: WallLoaderProps) {
  const { data, error, refetch } = useEndpoint(wallEndpoints.screen, { query: { id } }, { staleTime: 60_000 })
  const link = useLinkState()
  const notFound = error?.message === '未找到对应数据'
  // Data obtained with an ended token is no longer shown.
  if (isKiosk && link.kind === 'ended') {
    return (
      <main className={styles.page} data-theme="dark">
        <ErrorState message={TOKEN_ENDED} />
      </main>
    )
  }
  if (data === undefined) {
    return (
      <main className={styles.page} data-theme="dark">
        {error && (
          <ErrorState
            message={
              isKiosk && error instanceof ApiError && error.isSessionExpired
                ? TOKEN_ENDED
                : notFound
                  ? '大屏不存在或无权查看'
                  : error.message
            }
            onRetry={() => void refetch()}
          >
            {!isKiosk && <a href="/mon/wall">返回大屏列表</a>}
          </ErrorState>
        )}
        {!error && <p className={styles.waiting}>正在载入大屏</p>}
      </main>
    )
  }
  return <Screen key={id} first={data} {...{ view, mayEdit, isKiosk }} />
}

interface ScreenProps extends Omit<WallLoaderProps, 'id'> {
  readonly first: WallScreenFacts & Parameters<WallStore['receive']>[0]
}

function Screen({ first, view, mayEdit, isKiosk }: ScreenProps) {
  const { id, name } = first
  const notify = useNotify()
  const [store] = useState(() =>
    createWallStore({
      screenId: id,
      name,
      nowMs: serverNow(),
      storage: storageOf(),
      ...(mayEdit && {
        save: async (next) => (await call(wallEndpoints.save, { body: { id, ...next } }, { silent: true })).version,
      }),
      reload: () => call(wallEndpoints.screen, { query: { id } }, { silent: true }),
      onLost: (error) => notify.line(error instanceof Error ? error.message : String(error), 'warning'),
    }),
  )
  useEffect(() => store.receive(first), [store, first])
  useLiveTopic({ topic: 'wall', screenId: id }, (message) => {
    if (message.t === 'wall') store.receive(message.d)
  })
  const { staleS, hasSound } = first
  return (
    <WallProvider value={{ store, screen: { id, name, staleS, hasSound }, mayEdit, isKiosk }}>
      <Wall tile={isWallCorner(view) ? view : undefined} />
    </WallProvider>
  )
}

/** Without access to storage nothing is kept. */
function storageOf(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
