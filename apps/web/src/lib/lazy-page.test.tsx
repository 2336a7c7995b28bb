import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode, Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ChunkLoadError, lazyPage, loadChunk } from './lazy-page.ts'

const never = () => new Promise<never>(() => undefined)
const failing = (text: string) => () => Promise.reject(new TypeError(text))

describe('a chunk', () => {
  it('[ER-21] fails after 120 s with the name ChunkLoadError', async () => {
    vi.useFakeTimers()
    const outcome = vi.fn()
    loadChunk(never).catch(outcome)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls[0]?.[0]).toMatchObject({ name: 'ChunkLoadError', code: undefined })
  })

  it('[ER-22] fails with the code CSS_CHUNK_LOAD_FAILED for a style sheet', async () => {
    const styles = loadChunk(failing('Unable to preload CSS for /assets/list-1a2b.css'))
    await expect(styles).rejects.toMatchObject({ name: 'ChunkLoadError', code: 'CSS_CHUNK_LOAD_FAILED' })
    const script = loadChunk(failing('Failed to fetch dynamically imported module: /assets/list-1a2b.js'))
    await expect(script).rejects.toMatchObject({ name: 'ChunkLoadError', code: undefined })
  })
})

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    if (this.state.error === undefined) return this.props.children
    const retry = () => this.setState({ error: undefined })
    return (
      <button type="button" onClick={retry}>
        {this.state.error instanceof ChunkLoadError ? '重试' : '别的'}
      </button>
    )
  }
}

describe('a lazy page', () => {
  it('is loaded again only after the failure was cleared', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = vi
      .fn<() => Promise<{ default: () => ReactNode }>>()
      .mockRejectedValueOnce(new TypeError('error loading'))
      .mockResolvedValue({ default: () => <p>页面</p> })
    const Page = lazyPage(load)
    await act(async () => {
      render(
        <Boundary>
          <Suspense>
            <Page />
          </Suspense>
        </Boundary>,
      )
    })
    const retry = await screen.findByRole('button', { name: '重试' })
    expect(load).toHaveBeenCalledTimes(1)
    await act(() => userEvent.click(retry))
    expect(await screen.findByText('页面')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
