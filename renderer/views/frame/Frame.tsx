import { Suspense, useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { useRoute } from '../../routing/use-route.ts';
import { useFrame, useSaid, useSettings, useStores, useWatched } from '../../stores/use-stores.ts';
import { applyTheme } from '../../styles/apply-theme.ts';
import { LedgerShutView } from '../trouble/LedgerShutView.tsx';
import { LedgerTroubleNote } from '../trouble/LedgerTroubleNote.tsx';
import { CurrentView } from './CurrentView.tsx';
import styles from './Frame.module.css';
import { readLaterViews } from './later-views.ts';
import { Overlays } from './Overlays.tsx';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

/** The whole window: rail, top bar, the view in between, and what floats over them. */
export function Frame() {
  const route = useRoute();
  const { frame, settings } = useStores();
  useWatched(frame);
  useEffect(() => { void settings.getState().load(); }, [settings]);
  const theme = useSettings((state) => state.settings?.theme);
  useEffect(() => { applyTheme(theme ?? 'system'); }, [theme]);
  useHeadingFocus(route);
  const ledger = useFrame((state) => state.frame?.ledger);
  const isOpen = ledger !== undefined;
  useEffect(() => { if (isOpen) requestIdleCallback(() => { void readLaterViews(); }); }, [isOpen]);
  // Settings do not need the ledger.
  const isShut = ledger?.isRead === false && route.kind !== 'settings';

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#view" onClick={skipToView}>Skip to the view</a>
      <Rail route={route} />
      <div className={styles.main}>
        <TopBar route={route} />
        <Fault />
        {ledger?.trouble && ledger.isRead && <LedgerTroubleNote trouble={ledger.trouble} />}
        <main id="view" tabIndex={-1} className={styles.view}>
          {isShut && ledger?.trouble ? <LedgerShutView trouble={ledger.trouble} /> : <Suspense><CurrentView route={route} /></Suspense>}
        </main>
      </div>
      <Overlays />
      <Said />
    </div>
  );
}

/** The address belongs to the routes, so the jump is made by hand. */
function skipToView(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('view')?.focus();
}

function Fault() {
  const fault = useSaid((state) => state.fault);
  const dismiss = useSaid((state) => state.dismissFault);
  if (fault === null) return null;
  return (
    <div className={styles.fault}>
      <Note mark="refused" role="alert" actions={<Button size="small" onPress={dismiss}>Dismiss</Button>}>
        <strong>Something failed that should not.</strong> {fault}. What was asked may have happened all the same: the receipts tell.
      </Note>
    </div>
  );
}

function Said() {
  const said = useSaid((state) => state.said);
  const finished = useFrame((state) => state.lastFinished);
  return (
    <>
      <p role="status" className={styles.said} key={said.turn}>{said.text}</p>
      <p role="status" className={styles.said}>{finished}</p>
    </>
  );
}
