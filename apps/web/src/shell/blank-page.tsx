import { Route, Routes } from 'react-router'
import { AddressRouter } from '../lib/address.tsx'
import { PageFallback } from '../lib/lazy-page.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Page } from './page.ts'
import { Splash } from './splash.tsx'

/** A page that fills the window alone: a wall. */
export function BlankPage({ page }: { readonly page: Page }) {
  return (
    <AddressRouter>
      <ErrorBoundary>
        <PageFallback value={<Splash />}>
          <Routes>
            <Route path={page.path} element={<page.View />} />
          </Routes>
        </PageFallback>
      </ErrorBoundary>
    </AddressRouter>
  )
}
