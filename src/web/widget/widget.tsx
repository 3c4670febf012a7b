import { render } from 'preact'

class CareOutreach extends HTMLElement {
  connectedCallback() {
    render(<p>Care Outreach</p>, this.attachShadow({ mode: 'open' }))
  }
}
customElements.define('care-outreach', CareOutreach)
