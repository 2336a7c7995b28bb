import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { AntdProvider } from '@/theme/antd-provider.tsx'
import '@/theme/styles.ts'
import { ThemeProvider } from '@/theme/theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from '@/theme/theme-settings.ts'
import GalleryPage from './gallery.tsx'

// Standalone gallery, without server and session: `vite build --mode gallery`, or /gallery.html in dev.
const query = new URLSearchParams(window.location.search)

const settings = {
  ...DEFAULT_THEME_SETTINGS,
  appearance: query.get('theme') === 'dark' ? 'dark' : 'light',
  density: query.get('density') === 'compact' ? 'compact' : 'standard',
  color: `#${query.get('accent') ?? '1890FF'}`,
} as const

// There is no server: failed requests show at once.
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ThemeProvider settings={settings}>
      <AntdProvider>
        <QueryClientProvider client={queryClient}>
          <main className="page">
            <GalleryPage />
          </main>
        </QueryClientProvider>
      </AntdProvider>
    </ThemeProvider>,
  )
}
