import '../theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../lib/config.ts'
import { preloadFirstPage } from './first-page.ts'
import { Root } from './root.tsx'

/** False while single sign-on, if built in, redirects the browser (SS-48). */
async function mayDraw(): Promise<boolean> {
  if (import.meta.env.VITE_SSO !== 'on') return true
  const { passSso } = await import('./sso.ts')
  return passSso({
    casUrl: import.meta.env.VITE_CAS_URL ?? '',
    here: new URL(window.location.href),
    go: (address) => window.location.assign(address),
  })
}

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const root = createRoot(container)

async function start(): Promise<void> {
  await loadConfig()
  if (!(await mayDraw())) return
  await preloadFirstPage(window.location.pathname)
  root.render(<Root />)
}
void start()
