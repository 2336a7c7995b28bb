import { vi } from 'vitest'

// Files of one worker share the page, React and antd, but none of our modules: their state begins anew.
vi.resetModules()

// React asks once, when it is loaded, and then names each part it draws to profilers that nobody looks at.
Reflect.deleteProperty(console, 'timeStamp')
Reflect.deleteProperty(console, 'createTask')

// Every part of antd asks for NODE_ENV several times as it is drawn, and Node asks the system each time.
process.env = { ...process.env }
