import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { NetworkMap } from './network-map.tsx'

const PUBLIC = join(import.meta.dirname, '../../../public')

/** Serves the bundled boundaries like the server. */
const serveFiles = async (url: string | URL | Request) => new Response(await readFile(join(PUBLIC, String(url))))

describe('NetworkMap', () => {
  it('reports boundaries that fail to load, retries on demand, and shows an alternative without WebGL', async () => {
    const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
    vi.stubGlobal('fetch', fetched)
    render(<NetworkMap items={[]} />)
    const retry = await screen.findByRole('button', { name: /重试/ })
    expect(screen.getByRole('alert').textContent).toContain('地图边界加载失败')
    fetched.mockImplementation(serveFiles)
    await userEvent.click(retry)
    // jsdom has no WebGL, like the browsers this message is for.
    expect(await screen.findByText(/WebGL 不可用/)).toBeDefined()
  })
})
