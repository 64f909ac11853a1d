import type { SettingsView as Settings } from '../../../shared/bridge-values.ts';
import { describeMark, evidenceMarks, type EvidenceMark } from '../../../shared/evidence-mark.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Chips } from '../../components/Chips.tsx';
import { Columns } from '../../components/Columns.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { IdText } from '../../components/IdText.tsx';
import { Keys } from '../../components/Keys.tsx';
import { Page } from '../../components/Page.tsx';
import { RefusalNote } from '../../components/RefusalNote.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { useSettings } from '../../stores/use-stores.ts';
import { KeysCard } from './KeysCard.tsx';
import { NetworksCard } from './NetworksCard.tsx';
import { SealCard } from './SealCard.tsx';
import styles from './SettingsView.module.css';

const themes = [{ id: 'system', label: 'As the system' }, { id: 'light', label: 'Light' }, { id: 'dark', label: 'Dark' }] as const;

export function SettingsView() {
  const settings = useSettings((state) => state.settings);
  if (!settings) return <Page><Waiting>Reading the settings.</Waiting></Page>;
  return (
    <Page>
      <Columns aside={<Marks />}>
        <Folders settings={settings} />
        <SealCard settings={settings} />
        <KeysCard />
        <NetworksCard key={settings.networkPool} pool={settings.networkPool} />
        <Look settings={settings} />
        <Card title="This program">
          <Facts>
            {settings.installation && <Fact name="Installation"><IdText value={settings.installation} what="installation" /><small>Names this console to others: a release may be for it alone.</small></Fact>}
            <Fact name="Version">{settings.version}</Fact>
            <Fact name="Runtime">{settings.runtime}</Fact>
          </Facts>
        </Card>
      </Columns>
    </Page>
  );
}

function Folders({ settings }: { readonly settings: Settings }) {
  const choose = useSettings((state) => state.chooseExportFolder);
  const asking = useSettings((state) => state.asking.has('exportFolder'));
  const refusal = useSettings((state) => state.refusals.get('exportFolder'));
  return (
    <Card title="Folders">
      <Facts>
        <Fact name="Data"><IdText value={settings.dataFolder} what="data folder" /><small>The ledger and what was staged. Chosen at the start with --data-folder; it belongs to one running console.</small></Fact>
        <Fact name="Exports">
          <span className={styles.folder}><IdText value={settings.exportFolder} what="export folder" /><Button size="small" isPending={asking} onPress={() => { void choose(); }}>Choose export folder</Button></span>
          <small>Results leave to here. A file that is there already is never overwritten.</small>
        </Fact>
      </Facts>
      <RefusalNote refusal={refusal} />
    </Card>
  );
}

function Look({ settings }: { readonly settings: Settings }) {
  const setTheme = useSettings((state) => state.setTheme);
  return (
    <Card title="Look and keys">
      <Facts>
        <Fact name="Theme"><Chips label="Theme" chips={themes} value={settings.theme} onChange={(theme) => { void setTheme(theme); }} /></Fact>
        <Fact name="Keys">Everything works without a mouse. <Keys>?</Keys> lists the keys, <Keys>Ctrl K</Keys> finds and does things.</Fact>
      </Facts>
    </Card>
  );
}

const meanings: Readonly<Record<EvidenceMark, string>> = {
  asked: 'Written down before it was done. Nothing is known of its effect yet.',
  accepted: 'The engine said yes. That it happened was not looked at by us.',
  seen: 'Read by this console itself, after the fact.',
  unconfirmed: 'It may have happened or not. Neither good nor bad; only evidence settles it.',
  needs_person: 'Stands still until somebody decides.',
  refused: 'Not done, or what is there is not what is known.',
  none: 'Nobody asked, or this engine or image cannot.',
};

function Marks() {
  return (
    <Card title="What the marks say">
      <ul className={styles.marks}>{evidenceMarks.map((mark) => <li key={mark}><Evidence mark={mark} says={describeMark(mark)} /><small>{meanings[mark]}</small></li>)}</ul>
    </Card>
  );
}
