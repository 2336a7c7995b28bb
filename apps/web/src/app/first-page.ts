import { STORAGE_KEYS } from '@natim/contract/constants'

/** The form works before the rest comes in. */
const CONSOLE_AFTER_MS = 2_000

/** While somebody types their password, the console they will see is loaded. */
function preloadConsole(): void {
  setTimeout(() => void import('./console.tsx').catch(() => undefined), CONSOLE_AFTER_MS)
}

/**
 * Starts loading the code of the first page beside that of the frame around it, instead of after it: the page knows
 * from the first moment whether somebody is signed in. Draws nothing; a failure is met by whoever needs the page.
 */
function preload(): void {
  const isSignedIn = localStorage.getItem(STORAGE_KEYS.token) !== null
  const parts = isSignedIn
    ? [import('./console.tsx'), import('../features/dashboard/analysis-page.tsx')]
    : [import('../features/login/login-page.tsx').then(preloadConsole)]
  for (const part of parts) part.catch(() => undefined)
}

try {
  preload()
} catch {
  // Storage is closed to us: the page loads in its own time.
}
