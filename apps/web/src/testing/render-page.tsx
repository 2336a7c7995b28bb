import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'
import { useSession } from '../lib/session/session-store.ts'
import { NoticeDrawer } from '../shell/notify/notice-drawer.tsx'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from '../theme/theme-settings.ts'
import { Unstyled } from './unstyled.tsx'

// Hidden content is not rendered by these pages. The timeout is for busy machines; no test depends on it.
configure({ defaultHidden: true, asyncUtilTimeout: 45_000 })
vi.setConfig({ testTimeout: 60_000 })

export interface RenderPageOptions {
  /** Address to open the page at. */
  readonly at?: string
  /** Route pattern of the page, for its parameters. */
  readonly path?: string
  /** Rights of the signed-in user; all by default. */
  readonly rights?: readonly PermissionCode[]
}

/** Signs in a test user with these rights. */
function signInAs(rights: readonly PermissionCode[]): void {
  const auth = rights.map((action) => ({ action, type: '1', describe: action }))
  useSession.setState({ token: 'test-token', permissions: { menu: [], auth, allAuth: [], sysSafeMode: false } })
}

/** antd components share one id while NODE_ENV is `test`: a dialog would get the name of a select. */
const withRealIds = () => vi.stubEnv('NODE_ENV', 'development')

/** Renders a page with the providers of the composition root, without retries and shell. */
export function renderPage(page: ReactNode, options: RenderPageOptions = {}) {
  const { at = '/', path = '*', rights = PERMISSION_CODES } = options
  signInAs(rights)
  withRealIds()
  window.history.replaceState(null, '', at)
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const view = render(
    // Motion is off: tests must not depend on transitions, which jsdom never ends.
    <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, isMotionReduced: true }}>
      <Unstyled>
        <AntdProvider>
          <NoticeDrawer />
          <QueryClientProvider client={queryClient}>
            <BrowserRouter>
              <Suspense>
                <Routes>
                  <Route path={path} element={page} />
                  <Route path="*" element={<p>另一页</p>} />
                </Routes>
              </Suspense>
            </BrowserRouter>
          </QueryClientProvider>
        </AntdProvider>
      </Unstyled>
    </ThemeProvider>,
  )
  return { ...view, user, queryClient }
}
