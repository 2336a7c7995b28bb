import { vi } from 'vitest'

// Files of one worker share the page, React and antd, but none of our modules: their state begins anew.
vi.resetModules()
