import { vi } from 'vitest'

// Files of one worker share the page, React and antd, but not our modules: their state is reset.
vi.resetModules()

// React checks once, when loaded, and then reports each rendered component to the profiler.
Reflect.deleteProperty(console, 'timeStamp')
Reflect.deleteProperty(console, 'createTask')

// antd components read NODE_ENV several times per render, and Node asks the system each time.
process.env = { ...process.env }
