import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import { memo, use, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { AntdProvider } from './antd-provider.tsx'
import { ThemeProvider } from './theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from './theme-settings.ts'

const drawn = vi.fn()

/** Reads the configuration, like every antd component. */
const Part = memo(function Part() {
  use(ConfigProvider.ConfigContext)
  drawn()
  return null
})

function Host() {
  const [count, setCount] = useState(0)
  return (
    <AntdProvider>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <Part />
    </AntdProvider>
  )
}

it('passes antd the same configuration while the theme is unchanged, so that its components do not re-render', async () => {
  render(
    <ThemeProvider settings={DEFAULT_THEME_SETTINGS}>
      <Host />
    </ThemeProvider>,
  )
  drawn.mockClear()
  await userEvent.click(screen.getByRole('button', { name: '0' }))
  expect(screen.getByRole('button', { name: '1' })).toBeTruthy()
  expect(drawn).not.toHaveBeenCalled()
})

function Look() {
  return <p>{use(ConfigProvider.ConfigContext).theme?.cssVar?.key}</p>
}

const Drawn = ({ isMotionReduced }: { readonly isMotionReduced: boolean }) => (
  <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, isMotionReduced }}>
    <AntdProvider>
      <Look />
    </AntdProvider>
  </ThemeProvider>
)

it('has one set of variables per look, however often it is rendered, and another for reduced motion', () => {
  const { container } = render(
    <>
      <Drawn isMotionReduced={false} />
      <Drawn isMotionReduced={false} />
      <Drawn isMotionReduced />
    </>,
  )
  const [first, second, still] = Array.from(container.querySelectorAll('p'), (p) => p.textContent)
  expect(first).toMatch(/^natim-/)
  expect(second).toBe(first)
  expect(still).toBe(`${first}-still`)
})
