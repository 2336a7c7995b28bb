import { QueryClientProvider } from '@tanstack/react-query'
import { AddressRouter } from '../lib/address.tsx'
import { queryClient } from '../lib/query/query-client.ts'
import { useThemeSettings } from '../lib/settings-store.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { Notices } from '../shell/notify/notices.tsx'
import { ViewFrame } from '../shell/view-frame.tsx'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Routing } from './routing.tsx'
import { SessionEffects } from './session-effects.tsx'

/**
 * Composition root: theme, server data, address, and session handling. Without antd, which the login page does not
 * need.
 */
export function Root() {
  const settings = useThemeSettings()
  return (
    <ThemeProvider settings={settings}>
      <ViewFrame />
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <AddressRouter>
            <SessionEffects />
          </AddressRouter>
          <Routing />
          <Notices />
        </QueryClientProvider>
      </ErrorBoundary>
    </ThemeProvider>
  )
}
