import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { cx } from '../styles/cx.ts';
import styles from './Tabs.module.css';

interface Props<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** At the other end of the strip. */
  readonly aside?: ReactNode;
  /** Between the strip and the panel. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Tabs<Id extends string>({ label, tabs, value, onChange, aside, lead, children }: Props<Id>) {
  const pick = (key: unknown): void => {
    const tab = tabs.find(({ id }) => id === key);
    if (tab && tab.id !== value) onChange(tab.id);
  };
  return (
    <AriaTabs className={cx(styles.tabs)} selectedKey={value} onSelectionChange={pick}>
      <div className={styles.strip}>
        <TabList aria-label={label} className={cx(styles.list)}>
          {tabs.map((tab) => <Tab key={tab.id} id={tab.id} className={cx(styles.tab)}>{tab.label}</Tab>)}
        </TabList>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {lead}
      <TabPanel key={value} id={value} className={cx(styles.panel)}>{children}</TabPanel>
    </AriaTabs>
  );
}
