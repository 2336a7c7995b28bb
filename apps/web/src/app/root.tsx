import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp } from 'antd'
import { AddressRouter } from '../lib/address.tsx'
import { queryClient } from '../lib/query/query-client.ts'
import { useThemeSettings } from '../lib/settings-store.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { Routing } from './routing.tsx'
import { SessionEffects } from './session-effects.tsx'

/** Composition root: theme, antd context, server data, address, and the rules of the session. */
export function Root() {
  const settings = useThemeSettings()
  return (
    <ThemeProvider settings={settings}>
      <AntApp>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <AddressRouter>
              <SessionEffects />
            </AddressRouter>
            <Routing />
          </QueryClientProvider>
        </ErrorBoundary>
      </AntApp>
    </ThemeProvider>
  )
}
