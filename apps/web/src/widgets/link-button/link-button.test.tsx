import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { LinkButton } from './link-button.tsx'

function Place() {
  return <output>{useLocation().pathname}</output>
}

it('is a link with a single tab stop that navigates without reloading the page', async () => {
  const { user } = renderPage(
    <>
      <LinkButton to="/mon/device/list">设备列表</LinkButton>
      <Place />
    </>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: '设备列表' }))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('status').textContent).toBe('/mon/device/list')
})
