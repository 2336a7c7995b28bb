// Cascade order: tokens, fonts, then the rules that use them.
import 'virtual:tokens.css'
import './fonts.css'
import './global.css'
